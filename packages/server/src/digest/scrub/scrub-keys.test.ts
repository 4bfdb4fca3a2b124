import { describe, expect, it } from 'vitest'
import { defaultKeyRule, projectKeyRule, wordsOf } from './scrub-keys.ts'

describe('defaultKeyRule', () => {
  it.each([
    'password',
    'Password',
    'user_password',
    'newPassword2',
    'password_confirmation',
    'passwd',
    'pwd',
    'MYSQL_PWD',
    'db_pass',
    'secret',
    'client_secret',
    'AWS_SECRET_ACCESS_KEY',
    'token',
    'accessToken',
    'X-Auth-Token',
    'SENTRY_AUTH_TOKEN',
    'user[auth_token]',
    'user%5Bpassword%5D',
    'apikey',
    'api_key',
    'x-api-key',
    'APIKey',
    'auth',
    'Authorization',
    'proxy-authorization',
    'credentials',
    'cookie',
    'Set-Cookie',
    'cookies',
    'session',
    'sessionid',
    'session_id',
    'PHPSESSID',
    'connect.sid',
    'csrf',
    'X-CSRFToken',
    'xsrf-token',
    'csrfmiddlewaretoken',
    'private_key',
    'privateKey',
    'ssn',
    'social_security_number',
    'credit_card',
    'creditCardNumber',
    'card_number',
    'cvv',
    'jwt',
    'otp',
    'pw',
    'db_pw',
    'pin',
    'STRIPE_KEY',
    'openaiKey',
    'code',
    'pass',
    'AccountKey',
  ])('[PL4] takes %s for a secret', (key) => {
    expect(defaultKeyRule(key)).toBeDefined()
  })

  it.each([
    'author',
    'authority',
    'authenticated',
    'isAuthenticated',
    'auth_method',
    'authProvider',
    'token_count',
    'max_tokens',
    'prompt_tokens',
    'tokenizer',
    'next_page_token',
    'tokenExpiresAt',
    'session:duration',
    'session_count',
    'sessionStorage',
    'cookie_consent',
    'cookiesEnabled',
    'secretary',
    'password_length',
    'passwordRequired',
    'passenger',
    'compass',
    'key',
    'publicKey',
    'primary_key',
    'keyboard',
    'card',
    'cardinality',
    'SSH_AUTH_SOCK',
    'url',
    'message',
    'pinned',
    'spinner',
    'error_code',
    'countryCode',
    'bypass',
    'token_color',
    'passport',
  ])('[PL4] leaves %s alone', (key) => {
    expect(defaultKeyRule(key)).toBeUndefined()
  })
})

describe('projectKeyRule', () => {
  it('[PL4] finds the words of a project in keys of any spelling', () => {
    const rule = projectKeyRule(['tax id', 'IBAN', 'пароль', ''])
    for (const key of ['taxId', 'customer_tax_id', 'TAX-ID', 'iban', 'customerIban', 'пароль']) {
      expect(rule(key)).toBe('project key')
    }
    for (const key of ['tax', 'id', 'taxi_driver', 'urbane', '']) expect(rule(key)).toBeUndefined()
  })
})

describe('wordsOf', () => {
  it('splits camel case, capitals and signs', () => {
    expect(wordsOf('someAPIKeyForX')).toEqual(['some', 'api', 'key', 'for', 'x'])
    expect(wordsOf('a_b-c.d e')).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})
