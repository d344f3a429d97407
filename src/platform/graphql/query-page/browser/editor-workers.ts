const files: Record<string, string> = { json: 'json.worker.js', graphql: 'graphql.worker.js' }

// The editor looks for this global when it first needs a worker; the files lie beside this script.
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(new URL(files[label] ?? 'editor.worker.js', import.meta.url), { type: 'module' }),
  },
})
