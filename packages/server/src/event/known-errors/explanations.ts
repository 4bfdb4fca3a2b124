import type { Explanation, ExplanationCode } from '#domain/events/known-error.ts'

export const EXPLANATIONS: Readonly<Record<ExplanationCode, Explanation>> = {
  chunk_load_error: {
    title: 'Chunk failed to load',
    about: 'The page requested a script or stylesheet of its own build, and it failed to load.',
    confirm:
      'Compare the event’s release with the latest one. An older release means that a deployment removed the file while the page was open. The same release and few users point to a bad connection or a blocker.',
    fix: 'Keep the files of earlier builds available after a deployment, and reload the page once when this happens (`vite:preloadError`, `error.tsx`, or `deploymentId` in Next.js).',
    severity: 'serious',
  },
  hydration_mismatch: {
    title: 'Server and browser rendered different HTML',
    about:
      'The HTML from the server differs from what React renders in the browser, so React rendered it again.',
    confirm:
      'Look at the routes. Many events on one route point to a bug there; a few on many routes usually come from a browser extension or a translation. A development build shows the difference.',
    fix: 'Do not render dates, locale formats, random values or `typeof window` branches during the first render; move them into an effect, or mark the element with `suppressHydrationWarning`. Check for invalid nesting such as <div> in <p>.',
    severity: 'minor',
  },
  server_render_error: {
    title: 'Rendering failed on the server',
    about: 'Rendering failed on the server, and the browser doesn’t get the details.',
    confirm:
      'Open the server’s event. It has the same digest or trace, and the real message and stack trace.',
    fix: 'Fix the error on the server. If it never arrives here, report it from `onRequestError` in `instrumentation.ts`.',
    severity: 'serious',
  },
  failed_server_action: {
    title: 'A Server Action was not found or rejected',
    about: 'The browser called a Server Action that the server doesn’t know or rejected.',
    confirm:
      'Compare the event’s release with the latest one. If it is older, the tab was open during a deployment. If it is the same, several servers run different builds, or a proxy changes the request.',
    fix: 'Build once and deploy the same build everywhere, set `NEXT_SERVER_ACTIONS_ENCRYPTION_KEY` and `deploymentId`, and offer a reload when an action is not found.',
    severity: 'serious',
  },
  leaked_control_flow: {
    title: 'A redirect or not-found was caught as an error',
    about: 'Next.js and React throw to interrupt rendering. Here, your code caught what was meant for them.',
    confirm: 'Look for a try/catch, or a promise’s catch, around the call at the top of the stack.',
    fix: 'Call `redirect()`, `notFound()` or `use()` outside of try/catch, or start the catch block with `unstable_rethrow(error)`.',
    severity: 'serious',
  },
  resize_observer_loop: {
    title: 'ResizeObserver loop',
    about: 'A ResizeObserver callback changed sizes again. The browser delivers the rest in the next frame.',
    confirm: 'Nothing is broken on the page. There is no stack trace, and the message is always the same.',
    fix: 'Ignore it. To get rid of it, change sizes inside `requestAnimationFrame`, or filter the message.',
    severity: 'noise',
  },
  script_error: {
    title: 'Script error without details',
    about: 'A script from another origin failed, and browsers hide the details of cross-origin errors.',
    confirm: 'The message is “Script error.” and there is no stack trace.',
    fix: 'If the script is yours, load it with `crossorigin="anonymous"` and serve it with `Access-Control-Allow-Origin`. If not, filter the message.',
    severity: 'noise',
  },
  translated_dom: {
    title: 'Something other than React changed the DOM',
    about:
      'React tried to remove or move a node that is no longer where it was, usually because the browser translated the page.',
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
      'The stack trace contains a URL such as chrome-extension://, or the message names something that is not part of your app.',
    fix: 'Ignore it, or turn on the filter for extensions in the project’s settings.',
    severity: 'noise',
  },
  network_failure: {
    title: 'A request got no response',
    about: 'The connection failed, was closed, or timed out before a response arrived.',
    confirm:
      'Few users and many URLs point to bad connections. Many users and one URL point to that server, its certificate or its CORS headers. Aborts while leaving the page are normal.',
    fix: 'Catch it where the request is made: retry, tell the user, and don’t report aborts. If one URL stands out, check that server.',
    severity: 'minor',
  },
  react_error: {
    title: 'React threw an error with a number',
    about: 'Production builds of React replace messages with numbers. This is what the number means.',
    confirm: 'Follow the link for the full message, or reproduce it with a development build.',
    fix: 'Fix the component that the stack trace or the component stack names first.',
    severity: 'serious',
  },
  // The two hydration errors that are no mismatch.
  early_update: {
    title: 'State was updated before hydration finished',
    about:
      'State changed while React was still hydrating the HTML from the server, so React rendered it again.',
    confirm:
      'Look for state that is set in an effect or a store subscription right after the page has loaded.',
    fix: 'Wrap the update in `startTransition`, or delay it until the part it changes is hydrated.',
    severity: 'minor',
  },
}
