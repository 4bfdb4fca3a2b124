import { BrowserBreaks } from '../../components/browser-breaks.jsx'
import { ACTIONS, IN_THE_BROWSER, ON_THE_SERVER } from '../../lib/breaks.js'

export const metadata = { title: 'Break it – Saltmarsh' }

/** Plain links: each page fails as it would for a visitor who opens its address. */
function Breaks({ title, list, children }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul className="breaks">
        {list.map(([href, what, shown]) => (
          <li key={href}>
            <a href={href}>{what}</a>
            <span className="quiet">You see {shown}.</span>
          </li>
        ))}
        {children}
      </ul>
    </section>
  )
}

export default function Page() {
  return (
    <>
      <h1>Break it</h1>
      <p>
        Each of these fails in its own way. If you are shown a number, paste it into Hindcast: it leads to the
        error.
      </p>
      <Breaks title="On the server" list={ON_THE_SERVER} />
      <Breaks title="When you pay" list={ACTIONS} />
      <Breaks title="In the browser" list={IN_THE_BROWSER}>
        <BrowserBreaks />
      </Breaks>
    </>
  )
}
