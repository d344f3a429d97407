/** Loading ahead, so that menus, forms and pages open at once. */
import { useEffect } from 'react'
import { matchRoute, type Parser, useRouter } from 'wouter'
import { base } from '../routing/address.ts'
import { preloadAll } from '../routing/lazy.ts'
import { innerPages, pages } from './pages.ts'

/** Delay until the first page has been rendered. */
const delayMs = 1_500

/**
 * Loads menus, forms and translations after the first page, and a page when a link to it is
 * hovered, touched or focused.
 */
export function usePreload(): void {
  const { parser } = useRouter()
  useEffect(() => {
    const contents = [...pages, ...innerPages].flatMap(({ Content }) => Content?.preload ?? [])
    const timer = setTimeout(() => void preloadAll(contents), delayMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal, passive: true }
    const onEvent = (event: Event) => preloadLink(event, parser)
    for (const type of ['pointerover', 'focusin']) addEventListener(type, onEvent, options)
    return () => controller.abort()
  }, [parser])
}

function preloadLink({ target }: Event, parser: Parser): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.pathname.startsWith(base)) return
  const path = link.pathname.slice(base.length) || '/'
  const page = [...innerPages, ...pages].find(page => matchRoute(parser, page.path, path)[0])
  void page?.Content?.preload().catch(() => {})
}
