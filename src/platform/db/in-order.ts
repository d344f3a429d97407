/**
 * What two reads of a transaction find that were asked for at once.
 *
 * @throws what the first throws, else what the second does, when both are done
 */
export async function inOrder<First, Second>(
  first: Promise<First> | null,
  second: Promise<Second> | null,
): Promise<[First | null, Second | null]> {
  const [one, other] = await Promise.allSettled([first, second])
  return [resultOf(one), resultOf(other)]
}

function resultOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}
