import type { App } from './app.ts'
import { eventually } from './eventually.ts'
import type { Installation } from './installation.ts'

type Found = { readonly kind: 'event'; readonly title: string } | { readonly kind: 'digest' }
type Tags = Readonly<Record<string, string>>

/**
 * Pastes what an error page shows into the look-up page once that leads to one event with the title, of which both sides are
 * joined, opens it, and says which tags it has.
 */
export async function lookUp(app: App, { api }: Installation, shown: string, title: string): Promise<Tags> {
  await eventually('the event of the server', async () => {
    const answer = await api.get(`/api/v1/lookup?text=${encodeURIComponent(shown)}`)
    const { found } = (await answer.json()) as { readonly found: readonly Found[] }
    return found[0]?.kind === 'event' && found[0].title.includes(title)
  })
  await app.open('/find')
  await app.page.getByRole('searchbox').fill(shown)
  await app.page.getByRole('link', { name: title }).click()
  await app.page.getByRole('heading', { level: 1, name: title }).waitFor()
  const eventId = /events\/([0-9a-f]{32})/.exec(app.page.url())![1]!
  return tagsOf(await api.awaitEvent(eventId))
}

export function tagsOf({ tags }: { readonly tags: ReadonlyArray<{ key: string; value: string }> }): Tags {
  return Object.fromEntries(tags.map(({ key, value }) => [key, value]))
}
