import { AppError } from './app-error.ts'

/** A store that can’t be reached now and may be back in a moment, without anything being changed here. */
export class StoreAway extends AppError {
  constructor(message: string, options?: ErrorOptions) {
    super('store_unavailable', message, options)
  }
}
