import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { COLLECTED, collectMessages } from '../../packages/web/vite/messages.ts'
import { indexHtml, pageHtml } from './html.ts'
import { type Messages, referencePages } from './pages.ts'

const WEB = join(resolve(import.meta.dirname, '../..'), 'packages/web')
const dist = resolve(process.argv[2] ?? join(WEB, 'dist'))
const out = join(dist, 'reference')

const pages = referencePages(await messages())
await mkdir(out, { recursive: true })
await writeFile(join(out, 'index.html'), indexHtml(pages))
for (const page of pages) await writeFile(join(out, `${page.name}.html`), pageHtml(page))
for (const file of ['reference.css', 'reference.js']) {
  await copyFile(join(import.meta.dirname, file), join(out, file))
}

/** As the build beside it collected them; collecting takes seconds. */
async function messages(): Promise<Messages> {
  const built = await readFile(join(dist, COLLECTED), 'utf8').catch(() => undefined)
  if (built === undefined) return collectMessages(WEB)
  return Object.entries(JSON.parse(built) as Record<string, string[]>)
}
