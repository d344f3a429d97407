/** A DNS server on the loopback, which responds, stays silent, or returns NXDOMAIN. */
import { createSocket, type RemoteInfo } from 'node:dgram'
import { after } from 'node:test'
import type { AtEnd } from './at-end.ts'

/** Records of a name; silent: no response. A missing name does not exist. */
export interface Zone {
  [name: string]: {
    A?: string[] | 'silent'
    AAAA?: string[] | 'silent'
    ttl?: number
    delayMs?: number
  }
}

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }

/**
 * Starts a DNS server; it is closed with the test file, or by `atEnd`. Each question is recorded as
 * `A name`.
 */
export async function startNameServer(
  zone: Zone,
  atEnd: AtEnd = after,
): Promise<{ address: string; questions: string[] }> {
  const questions: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, from) => {
    const { name, type, end } = parseQuestion(message)
    questions.push(`${type} ${name}`)
    const entry = zone[name]
    const addresses = entry?.[type] ?? []
    if (addresses === 'silent') return
    const answer = { end, type, addresses, ttl: entry?.ttl ?? 60, nameExists: !!entry }
    if (entry?.delayMs) setTimeout(() => reply(socket, from, message, answer), entry.delayMs)
    else reply(socket, from, message, answer)
  })
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
  atEnd(() => {
    socket.close()
  })
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}

function parseQuestion(message: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  while (message[at] !== 0) {
    const length = message[at]!
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: types[message.readUInt16BE(at + 1)]!,
    end: at + 5,
  }
}

function reply(
  socket: ReturnType<typeof createSocket>,
  { address, port }: RemoteInfo,
  message: Buffer,
  answer: { end: number; type: string; addresses: string[]; ttl: number; nameExists: boolean },
): void {
  const { end, type, addresses, ttl, nameExists } = answer
  const head = Buffer.from(message.subarray(0, end))
  head.writeUInt16BE(nameExists ? 0x8180 : 0x8183, 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  const records = addresses.map(text => {
    const data = type === 'A' ? Buffer.from(text.split('.').map(Number)) : ipv6Bytes(text)
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type === 'A' ? 1 : 28, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt32BE(ttl, 6)
    record.writeUInt16BE(data.length, 10)
    return Buffer.concat([record, data])
  })
  socket.send(Buffer.concat([head, ...records]), port, address)
}

function ipv6Bytes(text: string): Buffer {
  const [before = '', after = ''] = text.split('::')
  const groups = (part: string) => part.split(':').filter(group => group !== '')
  const zeros = Array(8 - groups(before).length - groups(after).length).fill('0')
  const all = [...groups(before), ...zeros, ...groups(after)]
  return Buffer.from(all.map(group => group.padStart(4, '0')).join(''), 'hex')
}
