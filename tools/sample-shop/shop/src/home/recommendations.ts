export async function loadRecommendations(): Promise<readonly string[]> {
  const sources = [fromPersonalisation(), fromBestsellers()]
  return Promise.any(sources)
}

async function fromPersonalisation(): Promise<readonly string[]> {
  const answer = await fetch('/api/for-you', { signal: AbortSignal.timeout(800) })
  return answer.json()
}

async function fromBestsellers(): Promise<readonly string[]> {
  const answer = await fetch('/api/bestsellers', { signal: AbortSignal.timeout(800) })
  return answer.json()
}
