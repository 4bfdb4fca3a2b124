import type { Explanation, ExplanationCode } from '#domain/events/known-error.ts'

export const EXPLANATIONS: Readonly<Record<ExplanationCode, Explanation>> = {
  chunk_load_error: {
    title: 'Code did not load',
    about: 'The page asked for a script or style sheet of its own build and did not get it.',
    confirm:
      'Compare the release of the event with the newest one: an older release means that a deployment removed the file while the page was open. The same release and few users mean a bad connection or a blocker.',
    fix: 'Keep the files of earlier builds available after a deployment, and reload the page once when this happens (`vite:preloadError`, `error.tsx`, or Next.js’ `deploymentId`).',
    severity: 'serious',
  },
  hydration_mismatch: {
    title: 'Server and browser rendered different things',
    about:
      'React found HTML from the server that differs from what it renders in the browser, and rendered it anew.',
    confirm:
      'Look at the routes: one route is a bug of its own; spread thinly over many it is usually a browser extension or a translation. A development build shows the difference.',
    fix: 'Do not render dates, locale formats, random values or `typeof window` branches during the first render; move them into an effect, or mark the element with `suppressHydrationWarning`. Check for invalid nesting such as <div> in <p>.',
    severity: 'minor',
  },
  server_render_error: {
    title: 'It failed on the server',
    about: 'The server failed while rendering, and the browser was only told that it did.',
    confirm:
      'Open the event of the server: it has the same digest or the same trace, and the real message and stack.',
    fix: 'Fix the error of the server. If it never arrives here, report it from `onRequestError` in `instrumentation.ts`.',
    severity: 'serious',
  },
  failed_server_action: {
    title: 'A Server Action did not reach its code',
    about: 'The browser called a Server Action that the server it reached does not know or refused.',
    confirm:
      'Compare the release of the event with the newest one. An older one: the tab was open during a deployment. The same: several servers run different builds, or a proxy changes the request.',
    fix: 'Build once and deploy the same build everywhere, set `NEXT_SERVER_ACTIONS_ENCRYPTION_KEY` and `deploymentId`, and offer a reload when an action is not found.',
    severity: 'serious',
  },
  leaked_control_flow: {
    title: 'A redirect or not-found was caught as an error',
    about:
      'Next.js and React interrupt rendering by throwing; here application code caught what was meant for them.',
    confirm: 'Look for a try/catch, or a promise’s catch, around the call at the top of the stack.',
    fix: 'Call `redirect()`, `notFound()` or `use()` outside of try/catch, or pass the error on with `unstable_rethrow(error)` first thing in the catch.',
    severity: 'serious',
  },
  resize_observer_loop: {
    title: 'ResizeObserver loop',
    about:
      'A ResizeObserver changed sizes again while it was told about sizes; the browser goes on in the next frame.',
    confirm: 'Nothing is broken on the page. There is no stack, and the message is always the same.',
    fix: 'Ignore it. To be rid of it, change sizes inside `requestAnimationFrame`, or filter the message.',
    severity: 'noise',
  },
  script_error: {
    title: 'Script error without details',
    about: 'A script from another origin failed, and the browser does not say more about scripts of others.',
    confirm: 'The message is “Script error.” and there is no stack.',
    fix: 'If the script is yours, load it with `crossorigin="anonymous"` and send `Access-Control-Allow-Origin` with it. If not, filter the message.',
    severity: 'noise',
  },
  translated_dom: {
    title: 'Something else changed the page under React',
    about:
      'React wanted to remove or move a node that is not where it put it, usually because the browser translated the page.',
    confirm:
      'The stack has only frames of React. Look for `translated-ltr` on <html> or <font> elements in the text.',
    fix: 'Wrap text that appears and disappears in an element, as in <span>{text}</span>, or mark the part with `translate="no"`.',
    severity: 'serious',
  },
  extension_noise: {
    title: 'A browser extension failed',
    about:
      'The error comes from a browser extension, or from code that a browser or app injected into the page.',
    confirm:
      'The stack leads to an address such as chrome-extension://, or the message names something that is not yours.',
    fix: 'Ignore it, or turn on the filter for extensions in the project’s settings.',
    severity: 'noise',
  },
  network_failure: {
    title: 'A request did not get an answer',
    about: 'The connection failed, was ended, or took too long; there was no answer with a status.',
    confirm:
      'Few users and many addresses: their connections. Many users and one address: that server, its certificate or its CORS headers. An abort while the page is left is normal.',
    fix: 'Catch it where the request is made: try again, tell the user, and do not report aborts. If one address stands out, look at that server.',
    severity: 'minor',
  },
  react_error: {
    title: 'React stopped with an error number',
    about: 'React replaces its messages by numbers in production builds; this is what the number stands for.',
    confirm: 'Follow the link for the whole message, or repeat it with a development build.',
    fix: 'Fix it in the component that the stack or the component stack names first.',
    severity: 'serious',
  },
  // The two hydration errors that are no mismatch.
  early_update: {
    title: 'An update came before the page was hydrated',
    about:
      'State changed while React was still taking over the HTML from the server, so it was rendered anew.',
    confirm:
      'Look for state that is set in an effect or a store subscription right after the page has loaded.',
    fix: 'Wrap the update in `startTransition`, or delay it until the part it changes is hydrated.',
    severity: 'minor',
  },
}
