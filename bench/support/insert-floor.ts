// Minimum cost of a created lead: Lodgepole's HTTP server without authentication, and one prepared
// insert of one row, committed.
import pg from 'pg'
import { openPlatformMetrics } from '../../src/platform/metrics/metrics.ts'
import { createServer } from '../../src/platform/rest/server.ts'
import { newUid } from '../../src/platform/uid.ts'

interface Body {
  agencyUid: string
  propertyUid: string
  checkInLocalDate: string
  checkOutLocalDate: string
  guestInformation: { firstName: string; lastName: string; email: string; adultCount: number }
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const statement = {
  name: 'lead',
  text: `insert into leads (agency_uid, uid, type, status, source, channel, property_uid,
      check_in_local, check_out_local, check_in_at, check_out_at, first_name, last_name, email,
      adult_count, booked_at, created_at, updated_at)
    values ($1, $2, 'BOOKING', 'BOOKED', 'HOSTFULLY_API', 'HOSTFULLY', $3, $4::timestamp,
      $5::timestamp, $4::timestamp, $5::timestamp, $6, $7, $8, $9, now(), now(), now())
    returning *`,
}

const app = await createServer({
  logLevel: 'warn',
  hsts: null,
  trustProxy: [],
  corsOrigins: [],
  metrics: openPlatformMetrics(),
})
app.get('/readyz', async () => ({}))
app.post('/leads', async (request, reply) => {
  const body: Body = JSON.parse(String(request.body))
  const { firstName, lastName, email, adultCount } = body.guestInformation
  const stay = [body.propertyUid, body.checkInLocalDate, body.checkOutLocalDate]
  const guest = [firstName, lastName, email, adultCount]
  const values = [body.agencyUid, newUid(), ...stay, ...guest]
  const { rows } = await pool.query({ ...statement, values })
  return reply.code(201).send({ lead: rows[0] })
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
