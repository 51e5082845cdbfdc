# The program in an image with nothing else but CA certificates.
#
#   docker build --build-arg VERSION=$(git describe --tags --always) \
#                --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) -t genus .
#   docker run --rm genus demo
#   docker run --rm -v "$PWD:/data:ro" genus learn --data family.owl --pos fathers.txt --neg others.txt
#   docker run --rm -p 8010:8010 genus serve --addr 0.0.0.0:8010

FROM --platform=$BUILDPLATFORM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG TARGETOS TARGETARCH
ARG VERSION=dev
ARG SOURCE_DATE_EPOCH=0
RUN .ci/release /dist "$VERSION" "${TARGETOS:-linux}/${TARGETARCH:-$(go env GOARCH)}" \
 && mkdir -p /genus /root-of-image/tmp /root-of-image/data \
 && tar -xzf /dist/*.tar.gz -C /genus --strip-components=1 \
 && chmod 1777 /root-of-image/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
# /data belongs to the user, so that a new volume there can keep --state.
COPY --from=build --chown=65532:65532 /root-of-image/ /
COPY --from=build /genus/LICENSE /genus/THIRD_PARTY_LICENSES /usr/share/licenses/genus/
COPY --from=build /genus/genus /usr/bin/
# Nobody in particular; what is mounted on /data has to be readable by others.
USER 65532:65532
WORKDIR /data
ENV HOME=/tmp
# Of genus serve; other commands end before it is asked.
HEALTHCHECK --start-period=1m CMD ["/usr/bin/genus", "serve", "health"]
ENTRYPOINT ["/usr/bin/genus"]
