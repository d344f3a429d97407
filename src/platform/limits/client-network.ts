import ipaddr from 'ipaddr.js'

/**
 * Returns the network of a client: its IPv4 address, or the /64 of its IPv6 address, in which one
 * client can choose any number of addresses. Invalid addresses are returned unchanged.
 */
export function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const { parts } = parsed as ipaddr.IPv6
  return `${parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}
