import type { ServerLanguage } from '#product/projects/platform.ts'
import type { Snippet } from './snippet-file.ts'

interface Language {
  /** How it reads an environment variable. */
  readonly readEnv: string
  /** `value` is a text of the language, or how it is read. */
  readonly snippet: (value: string, fromEnv: boolean) => Snippet
}

/** What a service in another language needs. Every SDK finds unhandled errors by itself once it was started. */
export const LANGUAGES: Readonly<Record<ServerLanguage, Language>> = {
  python: {
    readEnv: 'os.environ["SENTRY_DSN"]',
    snippet: (value, fromEnv) => ({
      install: 'pip install sentry-sdk',
      files: [
        {
          name: 'main.py',
          hint: 'first',
          text: `${fromEnv ? 'import os\n\n' : ''}import sentry_sdk\n\nsentry_sdk.init(\n    dsn=${value},\n)\n`,
        },
      ],
    }),
  },
  go: {
    readEnv: 'os.Getenv("SENTRY_DSN")',
    snippet: (value, fromEnv) => ({
      install: 'go get github.com/getsentry/sentry-go',
      files: [
        {
          name: 'main.go',
          hint: 'first',
          text: [
            `package main`,
            ``,
            `import (`,
            `\t"log"`,
            ...(fromEnv ? [`\t"os"`] : []),
            `\t"time"`,
            ``,
            `\t"github.com/getsentry/sentry-go"`,
            `)`,
            ``,
            `func main() {`,
            `\terr := sentry.Init(sentry.ClientOptions{`,
            `\t\tDsn: ${value},`,
            `\t\tAttachStacktrace: true,`,
            `\t})`,
            `\tif err != nil {`,
            `\t\tlog.Fatal(err)`,
            `\t}`,
            `\tdefer sentry.Flush(2 * time.Second)`,
            `}`,
            ``,
          ].join('\n'),
        },
      ],
    }),
  },
  java: {
    readEnv: 'System.getenv("SENTRY_DSN")',
    snippet: (value) => ({
      files: [
        { name: 'build.gradle', text: `dependencies {\n  implementation 'io.sentry:sentry:8.+'\n}\n` },
        {
          name: 'Main.java',
          hint: 'first',
          text: [
            `import io.sentry.Sentry;`,
            ``,
            `public class Main {`,
            `  public static void main(String[] args) {`,
            `    Sentry.init(options -> {`,
            `      options.setDsn(${value});`,
            `    });`,
            `  }`,
            `}`,
            ``,
          ].join('\n'),
        },
      ],
    }),
  },
  ruby: {
    readEnv: 'ENV.fetch("SENTRY_DSN")',
    snippet: (value) => ({
      install: 'bundle add sentry-ruby',
      files: [
        {
          name: 'config/initializers/sentry.rb',
          hint: 'first',
          text: `require "sentry-ruby"\n\nSentry.init do |config|\n  config.dsn = ${value}\nend\n`,
        },
      ],
    }),
  },
  php: {
    readEnv: `getenv('SENTRY_DSN')`,
    snippet: (value) => ({
      install: 'composer require sentry/sentry',
      files: [
        {
          name: 'index.php',
          hint: 'first',
          text: `<?php\n\nrequire __DIR__ . '/vendor/autoload.php';\n\n\\Sentry\\init([\n    'dsn' => ${value},\n]);\n`,
        },
      ],
    }),
  },
  rust: {
    readEnv: 'std::env::var("SENTRY_DSN").unwrap()',
    snippet: (value) => ({
      install: 'cargo add sentry',
      files: [
        {
          name: 'src/main.rs',
          hint: 'first',
          text: [
            `fn main() {`,
            `    let _guard = sentry::init((`,
            `        ${value},`,
            `        sentry::ClientOptions {`,
            `            release: sentry::release_name!(),`,
            `            ..Default::default()`,
            `        },`,
            `    ));`,
            `}`,
            ``,
          ].join('\n'),
        },
      ],
    }),
  },
}
