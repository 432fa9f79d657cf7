# Kept small; CI has no Docker, so this file is not run there. Tell us when it breaks.
FROM node:24-bookworm-slim
WORKDIR /srv/learnt
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
COPY packages packages
COPY apps apps
COPY e2e/package.json e2e/
COPY bench/package.json bench/
RUN npm ci --ignore-scripts --omit=dev --include-workspace-root=false \
      -w @learnt/contract -w @learnt/server -w @learnt/web \
 && for config in apps/*/vite.config.ts apps/*/vite.*.config.ts; do \
      (cd "$(dirname "$config")" && npx vite build --config "$(basename "$config")" --logLevel warn) || exit 1; done \
 && mkdir /data && chown node:node /data
USER node
# What was compiled before is not compiled at the next start.
ENV HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/data/compile-cache
VOLUME /data
EXPOSE 3000 3001
CMD ["node", "apps/server/dist/main.js", "start"]
