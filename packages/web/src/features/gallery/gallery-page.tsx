import type { ComponentType } from 'react'
import { useTitle } from '#lib/routing/title.ts'
import { Brand } from '#ui/base/brand.tsx'
import { AccessShelf } from './access-shelf.tsx'
import { DataShelf } from './data-shelf.tsx'
import { FeedbackShelf } from './feedback-shelf.tsx'
import { FoundationShelf } from './foundation-shelf.tsx'
import { InputsShelf } from './inputs-shelf.tsx'
import { PartsShelf } from './parts-shelf.tsx'
import { ThemeOnShow } from './specimen.tsx'
import { TokensShelf } from './tokens-shelf.tsx'

const SHELVES: ReadonlyArray<readonly [id: string, name: string, shelf: ComponentType]> = [
  ['tokens', 'Tokens', TokensShelf],
  ['foundation', 'Foundation', FoundationShelf],
  ['inputs', 'Inputs', InputsShelf],
  ['feedback', 'Feedback and overlays', FeedbackShelf],
  ['data', 'Data and frames', DataShelf],
  ['splits', 'Parts of screens', PartsShelf],
  ['access', 'Who may what', AccessShelf],
]

const THEMES = [
  ['light', 'scheme-light'],
  ['dark', 'scheme-dark'],
] as const

/**
 * Every component in every state and both themes. For those who build them, so in their language only, and not part of a
 * built installation.
 */
export function GalleryPage() {
  useTitle('Components')
  return (
    <main id="main" tabIndex={-1}>
      <header className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-surface px-(--gutter) py-1">
        <Brand />
        <h1 className="text-section font-bold">Components</h1>
        <nav aria-label="Shelves" className="flex flex-wrap gap-3">
          {SHELVES.map(([id, name]) => (
            <a key={id} href={`#${id}`} className="text-accent hover:underline">
              {name}
            </a>
          ))}
        </nav>
      </header>
      {SHELVES.map(([id, name, Shelf]) => (
        <section key={id} id={id} aria-label={name} className="scroll-mt-11">
          <h2 className="border-b border-line bg-sunken px-(--gutter) py-2 text-section font-bold">{name}</h2>
          <div className="grid desk:grid-cols-2">
            {THEMES.map(([theme, scheme]) => (
              <div
                key={theme}
                data-theme={theme}
                className={`min-w-0 bg-canvas px-(--gutter) text-fg ${scheme}`}
              >
                <ThemeOnShow value={theme}>
                  <Shelf />
                </ThemeOnShow>
              </div>
            ))}
          </div>
        </section>
      ))}
    </main>
  )
}
