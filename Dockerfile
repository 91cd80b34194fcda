# Frontispiece as an image: the release of `npm run release`, on a slim Node, as nobody of importance. Everything it keeps is in
# /data; nothing else need be writable. `docker compose up` (compose.yml) puts Caddy with TLS before it.

# The newest Node that the tests start a release on (scripts/nodes.mjs).
ARG NODE=24

FROM node:${NODE}-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
COPY scripts/prepare.mjs scripts/
RUN node -e "import('./scripts/prepare.mjs').then((prepare) => prepare.ensureDependencies())"
COPY . .
RUN node scripts/release.mjs --here && mkdir /unpacked && tar -xzf release/frontispiece-*.tar.gz -C /unpacked

FROM node:${NODE}-slim
LABEL org.opencontainers.image.title="Frontispiece" \
  org.opencontainers.image.description="The website a fiction author owns outright." \
  org.opencontainers.image.licenses="MIT"
COPY --from=build /unpacked/frontispiece /opt/frontispiece
RUN install -d -o node -g node -m 700 /data
WORKDIR /opt/frontispiece
ENV DATA_DIR=/data PORT=3000
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether it is alive. Whether its database is there is /readyz; a new container would not bring that back.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["./frontispiece"]
CMD ["start"]
