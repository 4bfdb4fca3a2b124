import { lazyRouteComponent } from '@tanstack/react-router'
import { arriving } from '#lib/routing/lazy-code.ts'
import { loadMessages } from '#lib/i18n/i18n.ts'

/** The code of a screen, preloaded together with its messages. */
export function screen<Module extends Record<string, unknown>>(
  area: string,
  load: () => Promise<Module>,
  name: string & keyof Module,
) {
  const whole = arriving(
    async () => (await Promise.all([load(), loadMessages('shell'), loadMessages(area)]))[0],
  )
  return lazyRouteComponent(whole as () => Promise<Record<string, never>>, name)
}

export const NotFound = screen('shell', () => import('./not-found.tsx'), 'NotFound')
