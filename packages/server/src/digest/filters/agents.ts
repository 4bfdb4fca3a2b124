/** Names that end in bot, crawler or spider, and those that do not say so. A CUBOT is a telephone. */
const CRAWLER =
  /(?<!\bcu)bot\b|crawler|spider|\bslurp\b|facebookexternalhit|mediapartners-google|adsbot|google-inspectiontool|google-read-aloud|chrome-lighthouse|bingpreview|whatsapp\/|embedly|quora link preview|pinterest\/0|vkshare|w3c_validator|ia_archiver|yandex(?:images|metrika)|headless ?render|prerender\b|screaming frog|gptbot|oai-searchbot|perplexity|anthropic-ai/i

/** The first version of 2020, when all of them could run modules and what compilers emit today. */
const FIRST_CURRENT: Readonly<Record<string, number>> = {
  chrome: 79,
  chromium: 79,
  'microsoft edge': 79,
  firefox: 72,
  safari: 13,
  opera: 66,
  'samsung internet for android': 11,
  'samsung internet': 11,
}
const NEVER_CURRENT = /^(?:internet explorer|ie|ie mobile|android browser|opera mini|blackberry|phantomjs)\b/i

export function isCrawler(agent: string): boolean {
  return CRAWLER.test(agent)
}

/** By name and major version. */
export function isOldBrowser(browser: string | undefined): boolean {
  if (browser === undefined) return false
  if (NEVER_CURRENT.test(browser)) return true
  const [, name = '', major = ''] = /^(.*) (\d+)$/.exec(browser) ?? []
  const first = FIRST_CURRENT[name.toLowerCase()]
  return first !== undefined && Number(major) < first
}
