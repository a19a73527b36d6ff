# The same commands as on any machine: install, build, leave what running needs. The final image runs as an ordinary user.
# docs/operations.md says how digests are looked up and what the image does not contain.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20

FROM ${NODE_IMAGE} AS ffmpeg
WORKDIR /build
COPY scripts/build-ffmpeg.sh ./
RUN sh build-ffmpeg.sh

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run setup && npm run slim -- --image

FROM ${NODE_IMAGE}
RUN apt-get update && apt-get install -y --no-install-recommends bubblewrap ca-certificates libdav1d6 && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node-compile
WORKDIR /app
COPY --from=ffmpeg /out /usr/local
# Owned by root: the server cannot change its own program.
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/bin ./bin
COPY --from=build /app/src ./src
COPY --from=build /app/dist ./dist
COPY --from=build /app/node_modules ./node_modules
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/server/main.ts"]
