import { bearer } from './requests.ts'
import { ORIGIN } from './tenancy.ts'
import type { World } from './world.ts'

/** Asks Sentry's part of the API with a token, or with the headers given instead. */
export function sentryAsker(world: () => Pick<World, 'app'>) {
  return async (as: string | Record<string, string>, line: string, body?: object) => {
    const [method = 'GET', path = ''] = line.split(' ')
    const response = await world().app.request(`${ORIGIN}/api/0${path}`, {
      method,
      headers: {
        ...(typeof as === 'string' ? bearer(as) : as),
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    return { status: response.status, body: answer, link: response.headers.get('Link') ?? '' }
  }
}
