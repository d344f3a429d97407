// Minimum cost of deliveries, in its own process: undici in a loop, which reads, signs and records
// nothing.
import { Pool } from 'undici'

/** Requests to send to each of the origins, over a number of connections. */
export interface BarePosts {
  urls: string[]
  requestsPerUrl: number
  connections: number
  headers: Record<string, string>
  body: string
}

process.on('message', async (posts: BarePosts) => {
  await Promise.all(posts.urls.map(url => postTo(url, posts)))
  process.send?.('done')
})

async function postTo(url: string, posts: BarePosts): Promise<void> {
  const { requestsPerUrl, connections, headers, body } = posts
  const pool = new Pool(url, { connections, pipelining: 1 })
  let sent = 0
  const loop = async () => {
    while (sent < requestsPerUrl) {
      const numbered = { ...headers, 'webhook-id': `bare-${sent++}` }
      const response = await pool.request({ method: 'POST', path: '/', headers: numbered, body })
      await response.body.dump()
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await pool.close()
}
