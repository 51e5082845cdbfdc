package connector

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strings"
	"sync"
	"time"
)

// Some servers that speak http do not answer the first message of TLS. They wait for the
// rest of a request that never comes. So after probeAfter the client asks on another
// connection whether the server speaks http. For a while it does not try TLS there again.
const (
	probeAfter = time.Second
	probeLimit = time.Second
	plainFor   = time.Minute
)

var errPlain = errors.New("the server speaks http")

func dialTLS(dialer *net.Dialer) func(ctx context.Context, network, addr string) (net.Conn, error) {
	var plainSince sync.Map // from addr to the time.Time when the server spoke http
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		if since, ok := plainSince.Load(addr); ok && time.Since(since.(time.Time)) < plainFor {
			return nil, errPlain
		}
		plain, err := dialer.DialContext(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		conn := tls.Client(plain, &tls.Config{ServerName: host, NextProtos: []string{"h2", "http/1.1"},
			MinVersion: tls.VersionTLS12})
		if err := handshake(ctx, conn, func() bool { return speaksHTTP(ctx, dialer, network, addr) }); err != nil {
			_ = plain.Close()
			if errors.Is(err, errPlain) {
				plainSince.Store(addr, time.Now())
			}
			return nil, err
		}
		return conn, nil
	}
}

// handshake shakes hands, and returns errPlain if that takes longer than probeAfter and
// isPlain returns true.
func handshake(ctx context.Context, conn *tls.Conn, isPlain func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- conn.HandshakeContext(ctx) }()
	select {
	case err := <-done:
		return err
	case <-time.After(probeAfter):
	}
	if isPlain() {
		cancel()
		if err := <-done; err != nil { // it has not finished in the meantime
			return errPlain
		}
		return nil
	}
	return <-done
}

func speaksHTTP(ctx context.Context, dialer *net.Dialer, network, addr string) bool {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	conn, err := dialer.DialContext(ctx, network, addr)
	if err != nil {
		return false
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(probeLimit))
	if _, err := conn.Write([]byte("HEAD / HTTP/1.1\r\nHost: " + addr + "\r\nConnection: close\r\n\r\n")); err != nil {
		return false
	}
	start := make([]byte, 5)
	n, _ := conn.Read(start)
	return strings.HasPrefix(string(start[:n]), "HTTP/")
}
