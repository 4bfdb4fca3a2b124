import { Notice } from '../../ui/notice.tsx'

const WORDS = {
  missing: {
    title: 'Open the set-up link first',
    reason:
      'This server has no owner yet. To prove that it is yours, open the one-time link it printed when it started.',
  },
  refused: {
    title: 'This set-up link does not work any more',
    reason: 'It was used already, or the server has printed a newer one since.',
  },
}

export function LinkHelp({ why }: { readonly why: keyof typeof WORDS }) {
  return (
    <main className="alone">
      <h1>Set up Hindcast</h1>
      <Notice tone="warning" title={WORDS[why].title}>
        {WORDS[why].reason}
      </Notice>
      <h2>Where to find it</h2>
      <ul className="steps">
        <li>
          In the terminal where the server runs, below “Nobody can sign in yet”. A restart prints it again.
        </li>
        <li>
          Or without a browser, on the server:{' '}
          <code>npx hindcast init --email you@example.com --password … --project web-shop</code>
        </li>
      </ul>
    </main>
  )
}
