# syntax=docker/dockerfile:1

# The package, from the sources: the tarball that npm would have.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund
RUN npm run pack -- /out

# The package with what it depends on, exactly as locked. The compile cache is filled here, because later nothing can be written.
FROM node:24.21.0-bookworm-slim AS install
WORKDIR /opt/hindcast
COPY --from=build /out/hindcast-*.tgz /tmp/hindcast.tgz
RUN tar --extract --gzip --strip-components=1 --file /tmp/hindcast.tgz
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
RUN node bin/warm-up.js
RUN mkdir --mode=0700 /data

# No npm, no compiler, no sources: Node, the package and what Debian's smallest image has.
FROM debian:bookworm-slim
COPY --from=install /usr/local/bin/node /usr/local/bin/node
COPY --from=install /opt/hindcast /opt/hindcast
# The owner is said here: of a folder that is copied, Buildah and Podman keep the contents only.
COPY --from=install --chown=10001:10001 /data /data
RUN ln -s /opt/hindcast/bin/hindcast.js /usr/local/bin/hindcast && chmod 0755 /opt/hindcast/bin/hindcast.js

ENV HINDCAST_HOST=0.0.0.0 HINDCAST_PORT=8000 HINDCAST_DATA=/data
USER 10001:10001
WORKDIR /data
VOLUME ["/data"]
EXPOSE 8000
STOPSIGNAL SIGTERM
# The first start after an upgrade may migrate for a while before it listens.
HEALTHCHECK --interval=30s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HINDCAST_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/opt/hindcast/bin/hindcast.js"]
CMD ["start"]
