package browsertest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	goruntime "runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/genus-kg/genus/internal/require"
	"github.com/genus-kg/genus/internal/testsize"
)

// patience limits every wait for the page. It only ends tests that would hang.
const patience = 3 * time.Minute

// chromium skips the test unless the browser is required, and fails it if the browser is
// required but missing.
func chromium(t *testing.T) {
	t.Helper()
	if os.Getenv("GENUS_BROWSER") != "required" {
		t.Skipf("%s: the browser runs only with GENUS_BROWSER=required, which .ci/browser sets", t.Name())
	}
	require.That(t, chromiumPath() != "", "no Chromium: .ci/browser installs it (or set GENUS_CHROMIUM)")
}

// chromiumPath returns the path of the browser; "" if there is none.
func chromiumPath() string {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	if path := os.Getenv("GENUS_CHROMIUM"); path != "" {
		names = []string{path}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// A screen is a size in CSS pixels.
type screen struct {
	width, height int64
	touch         bool
}

var (
	desktop = screen{width: 1280, height: 860}
	phone   = screen{width: 390, height: 844, touch: true}
)

// screens returns the screens on which a test that fits both visits the page: the phone,
// as other tests use the desktop; with GENUS_TESTS=full both.
func screens() map[string]screen {
	return testsize.Choose(map[string]screen{"phone": phone}, map[string]screen{"phone": phone, "desktop": desktop})
}

// A tab is a page with storage of its own.
type tab struct {
	t      *testing.T
	ctx    context.Context
	origin string

	mu       sync.Mutex
	problems []string // errors of the console, exceptions, requests to other servers
	expected []string // parts of problems that the test provokes
	answers  map[string]int
}

// browserOfAll starts the browser that all tests share.
var browserOfAll = sync.OnceValues(func() (ctx context.Context, err error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromiumPath()), chromedp.NoSandbox,
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("disable-gpu", true), chromedp.Flag("lang", "en-GB"))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	// The library logs events of the browser that it does not know.
	ctx, end := chromedp.NewContext(ctx, chromedp.WithErrorf(func(string, ...any) {}))
	endBrowser = func() { end(); stop() }
	started := make(chan error)
	go func() {
		goruntime.LockOSThread() // chromedp makes the browser die with the thread that starts it
		started <- chromedp.Run(ctx)
		<-ctx.Done()
	}()
	return ctx, <-started
})

// endBrowser ends the browser, if it was started.
var endBrowser = func() {}

// open opens an address in a tab with empty storage. The test reports problems of the page at
// its end.
func open(t *testing.T, address string, s screen) *tab {
	t.Helper()
	p := newTab(t, address, s)
	p.visit(address)
	return p
}

// newTab returns a tab with empty storage, for an address that it does not visit yet.
func newTab(t *testing.T, address string, s screen) *tab {
	t.Helper()
	chromium(t)
	shared := require.Value(browserOfAll())(t)
	u := require.Value(url.Parse(address))(t)
	// A first tab with storage of its own needs a window.
	inBrowser := cdp.WithExecutor(shared, chromedp.FromContext(shared).Browser)
	storage := require.Value(target.CreateBrowserContext().Do(inBrowser))(t)
	t.Cleanup(func() { _ = target.DisposeBrowserContext(storage).Do(inBrowser) })
	id := require.Value(
		target.CreateTarget("about:blank").WithBrowserContextID(storage).WithNewWindow(true).Do(inBrowser))(t)
	ctx, cancel := chromedp.NewContext(shared, chromedp.WithTargetID(id))
	t.Cleanup(cancel)
	chromedp.FromContext(ctx).BrowserContextID = storage // of further tabs, too
	p := &tab{t: t, ctx: ctx, origin: u.Scheme + "://" + u.Host, answers: map[string]int{}}
	chromedp.ListenTarget(ctx, p.hear)
	permit := func(name string) chromedp.Action {
		return browser.SetPermission(&browser.PermissionDescriptor{Name: name},
			browser.PermissionSettingGranted).WithBrowserContextID(storage)
	}
	p.do("a new tab", log.Enable(), network.Enable(), runtime.Enable(),
		emulation.SetDeviceMetricsOverride(s.width, s.height, 1, s.touch), emulation.SetTouchEmulationEnabled(s.touch),
		permit("clipboard-read"), permit("clipboard-write"), emulation.SetFocusEmulationEnabled(true))
	t.Cleanup(p.reportProblems)
	return p
}

// downloadTo makes the tab download to the directory.
func (p *tab) downloadTo(dir string) {
	p.t.Helper()
	p.do("downloads", browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).
		WithBrowserContextID(chromedp.FromContext(p.ctx).BrowserContextID).WithDownloadPath(dir))
}

// expect says that the test provokes problems that contain the text.
func (p *tab) expect(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.expected = append(p.expected, text)
}

func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	add := func(format string, args ...any) { p.problems = append(p.problems, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Source == log.SourceSecurity {
			add("console: %s (%s)", e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			var text []string
			for _, arg := range e.Args {
				text = append(text, string(arg.Value)+arg.Description)
			}
			add("console: %s", strings.Join(text, " "))
		}
	case *runtime.EventExceptionThrown:
		add("exception: %s", e.ExceptionDetails.Error())
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; !strings.HasPrefix(u, p.origin+"/") && !strings.HasPrefix(u, "blob:"+p.origin) {
			add("request to elsewhere: %s", u)
		}
	case *network.EventResponseReceived:
		p.answers[strings.TrimPrefix(e.Response.URL, p.origin)] = int(e.Response.Status)
		if e.Type == network.ResourceTypeDocument && e.Response.Headers["Content-Security-Policy"] == nil {
			add("%s has no content security policy", e.Response.URL)
		}
	}
}

func (p *tab) reportProblems() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, problem := range p.problems {
		known := false
		for _, text := range p.expected {
			known = known || strings.Contains(problem, text)
		}
		if !known {
			p.t.Error(problem)
		}
	}
}

// do runs actions, which must not fail.
func (p *tab) do(what string, actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := p.ctx, context.CancelFunc(func() {})
	if chromedp.FromContext(p.ctx).Target != nil {
		ctx, cancel = context.WithTimeout(p.ctx, patience)
	}
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.picture("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
		p.t.Fatalf("%s: %v", what, err)
	}
}

func (p *tab) visit(address string) {
	p.t.Helper()
	p.do("visit "+address, chromedp.Navigate(address))
}

func (p *tab) reload() {
	p.t.Helper()
	p.do("reload", chromedp.Reload())
}

// eval returns the value of a JavaScript expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	var v T
	p.do(expression,
		chromedp.Evaluate(expression, &v,
			func(q *runtime.EvaluateParams) *runtime.EvaluateParams { return q.WithAwaitPromise(true) }),
	)
	return v
}

// wait waits until an expression is true.
func (p *tab) wait(expression string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for !eval[bool](p, "Boolean("+expression+")") {
		if time.Now().After(end) {
			p.picture("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.t.Fatalf("never true: %s\nthe page says:\n%s", expression, p.text("body"))
		}
		time.Sleep(25 * time.Millisecond)
	}
}

// text returns the visible text of the first element of a selector; "" if there is none.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf("document.querySelector(%s)?.innerText ?? ''", quoted(selector)))
}

// texts returns the visible texts of all elements of a selector.
func (p *tab) texts(selector string) []string {
	p.t.Helper()
	return eval[[]string](p,
		fmt.Sprintf("[...document.querySelectorAll(%s)].map((e) => e.innerText.trim())", quoted(selector)))
}

// waitText waits until the first element of a selector contains the text.
func (p *tab) waitText(selector, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("(document.querySelector(%s)?.innerText ?? '').includes(%s)", quoted(selector), quoted(text)))
}

// named is a JavaScript function that returns the visible and enabled control with a name.
const named = `(within, name) => {
  const nameOf = (e) => (e.getAttribute("aria-label") ?? e.innerText).trim();
  const roots = [...document.querySelectorAll(within)];
  const all = roots.flatMap((r) => [...r.querySelectorAll("button, a, summary, label, [role=tab]")]);
  const seen = all.filter((e) => e.checkVisibility() && !e.disabled);
  return seen.find((e) => nameOf(e) === name) ?? seen.find((e) => nameOf(e).startsWith(name)) ?? null;
}`

// control is a JavaScript function that returns where the control with a name is, and what
// covers it, if anything does.
const control = `(within, name) => {
  const e = (` + named + `)(within, name);
  if (!e) return null;
  e.scrollIntoView({ block: "center", behavior: "instant" });
  const box = e.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const top = document.elementFromPoint(x, y);
  return { x, y, covered: !(e.contains(top) || top?.contains(e)) ? (top?.outerHTML ?? "nothing").slice(0, 120) : "" };
}`

// aim is a JavaScript function that prepares a click on the control with a name. window.missed is true until a click
// reaches it. If the control moves before the press, the page does not see the click. If it moves or is drawn anew
// between the press and the release, the browser sends the click elsewhere or nowhere.
const aim = `(within, name) => {
  const e = (` + named + `)(within, name);
  window.aimed?.abort();
  window.aimed = new AbortController();
  window.missed = true;
  let pressed = null; // the target of a press on the control
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
    addEventListener(type, (event) => {
      if (type === "pointerdown") {
        const box = e?.getBoundingClientRect();
        const isBeside = !box || event.clientX < box.left || event.clientX > box.right;
        const isWithin = !isBeside && event.clientY >= box.top && event.clientY <= box.bottom;
        if (isWithin && (e.contains(event.target) || event.target.contains(e))) pressed = event.target;
      }
      const hits = pressed && (type !== "click" || event.target === pressed || e.contains(event.target));
      if (!hits) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      if (type === "click") {
        window.missed = !hits;
        window.aimed.abort();
      }
    }, { capture: true, signal: window.aimed.signal });
  }
  return true;
}`

type place struct {
	X, Y    float64
	Covered string
}

// find waits until the control with that name within a selector does not move, and returns
// its place.
func (p *tab) find(within, name string) place {
	p.t.Helper()
	call := fmt.Sprintf("(%s)(%s, %s)", control, quoted(within), quoted(name))
	// Drawing above it may still move it: it must be at the same place twice.
	var at place
	for before := (place{X: -1}); at != before || at == (place{}); time.Sleep(40 * time.Millisecond) {
		p.wait(call)
		before, at = at, eval[place](p, call)
	}
	if at.Covered != "" {
		p.picture("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
		p.t.Fatalf("%q is covered by %s", name, at.Covered)
	}
	return at
}

// click clicks on the control with that name within a selector, as often as it moves away.
func (p *tab) click(within, name string) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for missed := true; missed; {
		if time.Now().After(end) {
			p.picture("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
			p.t.Fatalf("%q is where no click reaches it", name)
		}
		at := p.find(within, name)
		eval[bool](p, fmt.Sprintf("(%s)(%s, %s)", aim, quoted(within), quoted(name)))
		p.do("click on "+name, chromedp.MouseClickXY(at.X, at.Y))
		if err := chromedp.Run(p.ctx, chromedp.Evaluate("window.missed === true", &missed)); err != nil {
			missed = false // the click left the page
		}
	}
}

// clickAt clicks at a place, whatever is there.
func (p *tab) clickAt(at place) {
	p.t.Helper()
	p.do("click", chromedp.MouseClickXY(at.X, at.Y))
}

// drag drags one control to another with the mouse.
func (p *tab) drag(from, to place) {
	p.t.Helper()
	move := func(x, y float64) chromedp.Action {
		return input.DispatchMouseEvent(input.MouseMoved, x, y).WithButton(input.Left).WithButtons(1)
	}
	p.do("drag", input.DispatchMouseEvent(input.MouseMoved, from.X, from.Y),
		input.DispatchMouseEvent(input.MousePressed, from.X, from.Y).WithButton(input.Left).WithButtons(1).WithClickCount(1),
		move(from.X+6, from.Y+6), move((from.X+to.X)/2, (from.Y+to.Y)/2), move(to.X, to.Y), move(to.X+1, to.Y+1),
		input.DispatchMouseEvent(input.MouseReleased, to.X, to.Y).WithButton(input.Left).WithClickCount(1))
}

// press presses keys, such as kb.Enter.
func (p *tab) press(keys string, modifiers ...input.Modifier) {
	p.t.Helper()
	var options []chromedp.KeyOption
	if len(modifiers) > 0 {
		options = append(options, chromedp.KeyModifiers(modifiers...))
	}
	p.do("keys", chromedp.KeyEvent(keys, options...))
}

// write replaces the text of a field.
func (p *tab) write(selector, text string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%s)?.checkVisibility()", quoted(selector)))
	eval[bool](p,
		fmt.Sprintf("((e) => { e.focus(); e.select(); return true })(document.querySelector(%s))", quoted(selector)))
	if text == "" {
		text = kb.Delete
	}
	p.press(text)
}

func (p *tab) chooseEntry(selector, value string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector(%s)", quoted(selector)))
	eval[bool](p, fmt.Sprintf(
		"((e) => { e.value = %s; return e.dispatchEvent(new Event('change')) })(document.querySelector(%s))", quoted(value),
		quoted(selector)))
}

func (p *tab) chooseFile(selector, file string) {
	p.t.Helper()
	p.do("file "+file, chromedp.SetUploadFiles(selector, []string{file}, chromedp.ByQuery))
}

func (p *tab) focusedName() string {
	p.t.Helper()
	return eval[string](p, "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText.trim()")
}

// clipboard returns the text that was copied last.
func (p *tab) clipboard() string {
	p.t.Helper()
	return eval[string](p, "navigator.clipboard.readText()")
}

// setScheme sets the colour scheme that the system prefers. Nothing moves in either.
func (p *tab) setScheme(name string) {
	p.t.Helper()
	p.do("colours", emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: name}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}))
}

func (p *tab) screenshot(whole bool) []byte {
	p.t.Helper()
	var b []byte
	action := chromedp.ActionFunc(func(ctx context.Context) (err error) {
		b, err = page.CaptureScreenshot().WithCaptureBeyondViewport(whole).WithFormat(page.CaptureScreenshotFormatPng).Do(ctx)
		return err
	})
	require.NoError(p.t, chromedp.Run(p.ctx, action), "screenshot")
	return b
}

// picture writes a screenshot of a failure to GENUS_BROWSER_PICTURES, if it is set.
func (p *tab) picture(name string) {
	dir := os.Getenv("GENUS_BROWSER_PICTURES")
	if dir == "" || chromedp.FromContext(p.ctx).Target == nil {
		return
	}
	if err := os.WriteFile(dir+"/"+name+".png", p.screenshot(false), 0o644); err != nil {
		p.t.Log(err)
	}
}

func quoted(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string always is JSON
	}
	return string(b)
}
