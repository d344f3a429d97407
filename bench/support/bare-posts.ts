// The least that delivering can cost, a process of its own: undici in a loop, which reads nothing,
// signs nothing and writes nothing down.
import { Pool } from 'undici'

/** So many requests to each of the origins, always so many of them at once. */
export interface BarePosts {
  urls: string[]
  requestsEach: number
  connections: number
  headers: Record<string, string>
  body: string
}

process.on('message', async (posts: BarePosts) => {
  await Promise.all(posts.urls.map(url => postTo(url, posts)))
  process.send?.('done')
})

async function postTo(url: string, posts: BarePosts): Promise<void> {
  const { requestsEach, connections, headers, body } = posts
  const pool = new Pool(url, { connections, pipelining: 1 })
  let sent = 0
  const loop = async () => {
    while (sent < requestsEach) {
      const numbered = { ...headers, 'webhook-id': `bare-${sent++}` }
      const answer = await pool.request({ method: 'POST', path: '/', headers: numbered, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  await pool.close()
}
