// Minimum cost of a lead over HTTP: node:http, one prepared lookup by primary key, JSON.
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const statement = {
  name: 'lead',
  text: 'select * from leads where agency_uid = $1 and uid = $2',
}

createServer(async (request, response) => {
  const leadUid = request.url?.slice(1)
  const values = [process.env.AGENCY_UID, leadUid]
  const { rows } = await pool.query({ ...statement, values })
  const body = JSON.stringify(rows[0])
  response.writeHead(rows[0] ? 200 : 404, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body ?? ''),
  })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
