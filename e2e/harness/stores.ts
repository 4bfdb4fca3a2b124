/** The variables that name the stores of a data folder. */
export type StoresOf = (dataDir: string) => Promise<Readonly<Record<string, string>>>

let storesOf: StoresOf | undefined

/** From now on installations of this file have these stores; undefined: their data folder. */
export function useStores(of: StoresOf | undefined): void {
  storesOf = of
}

export const hasOtherStores = (): boolean => storesOf !== undefined

/** What a test says itself counts. */
export async function withStores<
  Options extends { readonly dataDir: string; readonly env?: Readonly<Record<string, string>> },
>(options: Options): Promise<Options> {
  if (storesOf === undefined) return options
  return { ...options, env: { ...(await storesOf(options.dataDir)), ...options.env } }
}
