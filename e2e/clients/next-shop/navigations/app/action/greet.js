'use server'

export async function greet() {
  await new Promise((resolve) => setTimeout(resolve, 10))
}
