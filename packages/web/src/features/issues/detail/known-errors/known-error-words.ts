import type { Recognised } from '@hindcast/contract/events/known-errors.ts'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

type Explained = Pick<Recognised, 'title' | 'about' | 'confirm' | 'fix'>
type Words = Readonly<Record<keyof Explained, MessageDescriptor>>

/** Braces of a message would name a value. */
const SPAN = '<span>{text}</span>'

const WORDS: Readonly<Record<Recognised['explanation'], Words>> = {
  chunk_load_error: {
    title: msg`Chunk failed to load`,
    about: msg`The page requested a script or stylesheet of its own build, and it failed to load.`,
    confirm: msg`Compare the event’s release with the latest one. An older release means that a deployment removed the file while the page was open. The same release and few users point to a bad connection or a blocker.`,
    fix: msg`Keep the files of earlier builds available after a deployment, and reload the page once when this happens (\`vite:preloadError\`, \`error.tsx\`, or \`deploymentId\` in Next.js).`,
  },
  hydration_mismatch: {
    title: msg`Server and browser rendered different HTML`,
    about: msg`The HTML from the server differs from what React renders in the browser, so React rendered it again.`,
    confirm: msg`Look at the routes. Many events on one route point to a bug there; a few on many routes usually come from a browser extension or a translation. A development build shows the difference.`,
    fix: msg`Do not render dates, locale formats, random values or \`typeof window\` branches during the first render; move them into an effect, or mark the element with \`suppressHydrationWarning\`. Check for invalid nesting such as <div> in <p>.`,
  },
  server_render_error: {
    title: msg`Rendering failed on the server`,
    about: msg`Rendering failed on the server, and the browser doesn’t get the details.`,
    confirm: msg`Open the server’s event. It has the same digest or trace, and the real message and stack trace.`,
    fix: msg`Fix the error on the server. If it never arrives here, report it from \`onRequestError\` in \`instrumentation.ts\`.`,
  },
  failed_server_action: {
    title: msg`A Server Action was not found or rejected`,
    about: msg`The browser called a Server Action that the server doesn’t know or rejected.`,
    confirm: msg`Compare the event’s release with the latest one. If it is older, the tab was open during a deployment. If it is the same, several servers run different builds, or a proxy changes the request.`,
    fix: msg`Build once and deploy the same build everywhere, set \`NEXT_SERVER_ACTIONS_ENCRYPTION_KEY\` and \`deploymentId\`, and offer a reload when an action is not found.`,
  },
  leaked_control_flow: {
    title: msg`A redirect or not-found was caught as an error`,
    about: msg`Next.js and React throw to interrupt rendering. Here, your code caught what was meant for them.`,
    confirm: msg`Look for a try/catch, or a promise’s catch, around the call at the top of the stack.`,
    fix: msg`Call \`redirect()\`, \`notFound()\` or \`use()\` outside of try/catch, or start the catch block with \`unstable_rethrow(error)\`.`,
  },
  resize_observer_loop: {
    title: msg`ResizeObserver loop`,
    about: msg`A ResizeObserver callback changed sizes again. The browser delivers the rest in the next frame.`,
    confirm: msg`Nothing is broken on the page. There is no stack trace, and the message is always the same.`,
    fix: msg`Ignore it. To get rid of it, change sizes inside \`requestAnimationFrame\`, or filter the message.`,
  },
  script_error: {
    title: msg`Script error without details`,
    about: msg`A script from another origin failed, and browsers hide the details of cross-origin errors.`,
    confirm: msg`The message is “Script error.” and there is no stack trace.`,
    fix: msg`If the script is yours, load it with \`crossorigin="anonymous"\` and serve it with \`Access-Control-Allow-Origin\`. If not, filter the message.`,
  },
  translated_dom: {
    title: msg`Something other than React changed the DOM`,
    about: msg`React tried to remove or move a node that is no longer where it was, usually because the browser translated the page.`,
    confirm: msg`The stack trace only has frames of React. Look for \`translated-ltr\` on <html> or <font> elements in the text.`,
    fix: msg`Wrap text that appears and disappears in an element, as in ${SPAN}, or mark the part with \`translate="no"\`.`,
  },
  extension_noise: {
    title: msg`A browser extension failed`,
    about: msg`The error comes from a browser extension, or from code that a browser or app injected into the page.`,
    confirm: msg`The stack trace contains a URL such as chrome-extension://, or the message names something that is not part of your app.`,
    fix: msg`Ignore it, or turn on the filter for extensions in the project’s settings.`,
  },
  network_failure: {
    title: msg`A request got no response`,
    about: msg`The connection failed, was closed, or timed out before a response arrived.`,
    confirm: msg`Few users and many URLs point to bad connections. Many users and one URL point to that server, its certificate or its CORS headers. Aborts while leaving the page are normal.`,
    fix: msg`Catch it where the request is made: retry, tell the user, and don’t report aborts. If one URL stands out, check that server.`,
  },
  react_error: {
    title: msg`React threw an error with a number`,
    about: msg`Production builds of React replace messages with numbers. This is what the number means.`,
    confirm: msg`Follow the link for the full message, or reproduce it with a development build.`,
    fix: msg`Fix the component that the stack trace or the component stack names first.`,
  },
  early_update: {
    title: msg`State was updated before hydration finished`,
    about: msg`State changed while React was still hydrating the HTML from the server, so React rendered it again.`,
    confirm: msg`Look for state that is set in an effect or a store subscription right after the page has loaded.`,
    fix: msg`Wrap the update in \`startTransition\`, or delay it until the part it changes is hydrated.`,
  },
}

/** A newer server may know more problems; then its own English sentences have to do. */
export function recognisedWords(said: Explained & Pick<Recognised, 'explanation'>): Explained {
  const words: Words | undefined = WORDS[said.explanation]
  if (words === undefined) return said
  return {
    title: i18n._(words.title),
    about: i18n._(words.about),
    confirm: i18n._(words.confirm),
    fix: i18n._(words.fix),
  }
}
