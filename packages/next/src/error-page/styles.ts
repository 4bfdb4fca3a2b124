/** The text below an error page, mixed with what is behind it: fits a site in whatever colours, light or dark. */
const mixed = (percent: number): string => `color-mix(in srgb,currentColor ${percent}%,transparent)`

/** Font and colours are the site's own. Old browsers draw lines and grey text in the colour of the text. */
export const STYLES = `
.hindcast-error{box-sizing:border-box;max-width:34rem;margin:0 auto;padding:clamp(1.5rem,8vh,5rem) 1.25rem;line-height:1.5;text-align:start}
.hindcast-error *{box-sizing:border-box}
.hindcast-error h1{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25}
.hindcast-error p{margin:0 0 1rem}
.hindcast-error code,.hindcast-error pre{font-family:ui-monospace,monospace;font-size:.9375rem;overflow-wrap:anywhere;white-space:pre-wrap;user-select:all}
.hindcast-error-muted{color:${mixed(72)}}
.hindcast-error-row{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:1.5rem}
.hindcast-error button{min-height:2.5rem;padding:.375rem 1rem;border:1px solid;border-color:${mixed(50)};border-radius:.375rem;background:none;color:inherit;font:inherit;cursor:pointer}
.hindcast-error button[data-primary]{border-color:currentColor;background:${mixed(10)};font-weight:600}
.hindcast-error button:hover{background:${mixed(16)}}
.hindcast-error summary{width:fit-content;padding:.25rem 0;cursor:pointer;text-decoration:underline;text-underline-offset:.2em}
.hindcast-error form{display:grid;gap:.75rem;margin-top:.75rem}
.hindcast-error label{display:grid;gap:.25rem}
.hindcast-error input,.hindcast-error textarea{width:100%;min-height:2.5rem;padding:.5rem;border:1px solid;border-color:${mixed(50)};border-radius:.375rem;background:none;color:inherit;font:inherit}
.hindcast-error textarea{min-height:6rem;resize:vertical}
.hindcast-error :focus-visible{outline:2px solid;outline-offset:2px}
`

/** Of the document, where an error page is all of it: the colours of the visitor's theme. */
export const DOCUMENT_STYLES = `:root{color-scheme:light dark}body{margin:0;font:1rem/1.5 system-ui,sans-serif}`
