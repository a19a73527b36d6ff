# The same commands as on any machine: install and build, then start. The final image runs as an ordinary user.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run setup

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile
WORKDIR /app
COPY --from=build --chown=node:node /app ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/node", "src/server/main.ts"]
