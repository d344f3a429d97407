FROM node:26-slim

WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force
COPY LICENSE ./
COPY docs/versions.md docs/
COPY contracts/examples.json contracts/
COPY migrations migrations
COPY src src

RUN mkdir -m 700 /data && chown node:node /data
VOLUME /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data UV_THREADPOOL_SIZE=8
EXPOSE 3000
CMD ["node", "src/main.ts", "serve"]
