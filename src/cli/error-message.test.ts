import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorMessage } from './error-message.ts'

const failure = (code: string, message: string) => Object.assign(new Error(message), { code })

describe('error text of a failed command', () => {
  const away = 'A node of the cluster is unavailable'
  const back = 'Run the command again when it is back'
  const cases: [error: Error, said: string | RegExp][] = [
    [
      failure(
        '08006',
        'connection to the remote node lodgepole@w1:5432 failed with the following error: ' +
          'Connection refused\n\tIs the server running on that host?',
      ),
      `${away} (w1:5432). ${back}`,
    ],
    [
      failure('08006', 'connection to the remote node bench@10.0.0.7:5432 failed'),
      `${away} (10.0.0.7:5432). ${back}`,
    ],
    [failure('XX000', 'failure on connection marked as essential: w1:5432'), `${away}. ${back}`],
    [failure('57014', 'canceling statement due to statement timeout'), /does not respond in time/],
    [failure('42P01', 'relation "agencies" does not exist'), /lodgepole migrate/],
    [failure('23505', 'duplicate key'), 'duplicate key'],
    [new Error('--name is needed'), '--name is needed'],
  ]
  for (const [error, said] of cases) {
    it(`returns for "${error.message.slice(0, 50)}": ${said}`, () => {
      if (typeof said === 'string') assert.equal(errorMessage(error, '/data'), said)
      else assert.match(errorMessage(error, '/data'), said)
    })
  }
})
