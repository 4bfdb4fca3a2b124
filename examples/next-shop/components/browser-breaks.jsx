'use client'

const fail = () => {
  throw new Error('the wish list is broken')
}

/** A script of an extension, which the browser names by its address. */
function extension() {
  const script = document.createElement('script')
  const source = 'chrome-extension://nmmhkkegccagdldgiimedpiccmgmieda/content.js'
  script.textContent = `setTimeout(() => { throw new Error('Extension context invalidated.') })\n//# sourceURL=${source}`
  document.body.append(script)
}

/** Not an error, but thrown like one. */
const rejection = () => void Promise.reject(Object.freeze({ code: 'out-of-stock', product: 'lantern' }))

const BREAKS = [
  ['A button', fail],
  ['A promise that nobody waits for', rejection],
  ['An extension of the browser', extension],
]

export function BrowserBreaks() {
  return BREAKS.map(([what, act]) => (
    <li key={what}>
      <button onClick={act}>{what}</button>
      <span className="quiet">You see nothing at all.</span>
    </li>
  ))
}
