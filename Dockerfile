# A digest can be given: --build-arg NODE_IMAGE=node:26.10.0-slim@sha256:…, see docs/run.md.
ARG NODE_IMAGE=node:26.10.0-slim
FROM ${NODE_IMAGE}

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing that is installed runs: all that serves comes ready made, and Node is here already.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY LICENSE ./
COPY docs/versions.md docs/introduction.md docs/
COPY contracts/examples.json contracts/
COPY migrations migrations
COPY bin bin
COPY src src
COPY demo demo
RUN ln -s /app/bin/lodgepole /usr/local/bin/lodgepole

RUN mkdir -m 700 /data && chown node:node /data
VOLUME /data
USER node
# DATABASE_URL is left to the operator: a server, or "embedded" for a database in the volume.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UV_THREADPOOL_SIZE=8
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["node", "--eval", "\
  fetch(`http://127.0.0.1:${process.env.METRICS_PORT || process.env.PORT}/readyz`).then( \
    answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["lodgepole", "serve"]
