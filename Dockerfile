# Learnt in a container. A test compares what is copied with the tree; there is no Docker where the tests run.
FROM node:24-bookworm-slim AS build
WORKDIR /srv/learnt
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY packages packages
COPY apps apps
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --omit=dev --include-workspace-root=false -w @learnt/contract -w @learnt/server -w @learnt/web
RUN for config in apps/*/vite.config.ts apps/*/vite.*.config.ts; do \
      (cd "$(dirname "$config")" && npx vite build --config "$(basename "$config")" --logLevel warn) || exit 1; done

FROM node:24-bookworm-slim
WORKDIR /srv/learnt
COPY --from=build /srv/learnt /srv/learnt
RUN mkdir /data && chown node:node /data
USER node
# Everything that Learnt writes lies in /data and /tmp, so the rest of the file system may be read-only.
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/data/compile-cache MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "apps/server/dist/main.js", "start"]
