import { captureException, captureFeedback, getClient, lastEventId } from '@sentry/browser'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { createErrorPages } from './error-page.tsx'
import { DEFAULT_TEXTS } from './texts.ts'

const { ErrorPage, GlobalErrorPage } = createErrorPages({
  captureException,
  captureFeedback,
  getClient,
  lastEventId,
})
const failed = Object.assign(new Error('the orders database is away'), { digest: '1170966708' })

describe('an error page', () => {
  it('[NX71] says a sentence and the number, and nothing of the error itself', () => {
    const html = renderToStaticMarkup(<ErrorPage error={failed} />)
    expect(html).toContain(`<h1>${DEFAULT_TEXTS.title}</h1>`)
    expect(html).toContain('Error <code>1170966708</code>')
    expect(html).not.toContain('orders database')
  })

  it('[NX71] has no number as long as there is none', () => {
    expect(renderToStaticMarkup(<ErrorPage error={new Error('broken')} />)).not.toContain('<code>')
  })

  it('[NX71] says what the site wants it to say, and keeps to its policy for styles', () => {
    const texts = { title: 'Das hat nicht geklappt', retry: 'Noch einmal' }
    const html = renderToStaticMarkup(<ErrorPage error={failed} texts={texts} nonce="n0nce" />)
    expect(html).toContain('<h1>Das hat nicht geklappt</h1>')
    expect(html).toContain('Noch einmal</button>')
    expect(html).toContain(DEFAULT_TEXTS.copy)
    expect(html).toContain('<style nonce="n0nce">')
  })

  it('[NX71] is a whole document where the layout failed', () => {
    const html = renderToStaticMarkup(
      <GlobalErrorPage error={failed} lang="de" texts={{ title: 'Fehler' }} />,
    )
    expect(html).toMatch(/^<html lang="de"><head>.*<title>Fehler<\/title>.*<body><main>.*1170966708/s)
  })
})
