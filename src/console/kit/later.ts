import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment: somebody is still typing. */
export function useLater<T>(value: T, ms = 250): T {
  const [later, setLater] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return later
}
