# The production image. It is configured by the environment (.env.example) and stores files in /data.
FROM node:24.21-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# For another registry than the public one: npm's configuration, and certificates. They are optional and stay in no layer.
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc --mount=type=secret,id=certificates \
  --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN npx react-router build && node scripts/prune-packages.ts

FROM node:24.21-slim
WORKDIR /shop
# One heap of the C library, which returns free memory at its top to the system (mallopt(3)).
ENV MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=32768 MALLOC_MMAP_THRESHOLD_=32768
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=build /shop/node_modules node_modules
COPY --from=build /shop/build build
COPY package.json ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm, so that signals reach the server.
# Small heap: docs/decisions/018-heap-growth.md.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=50", "build/server/server.js", "production"]
