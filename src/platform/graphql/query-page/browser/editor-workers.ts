const files: Record<string, string> = { json: 'json.worker.js', graphql: 'graphql.worker.js' }

// Monaco calls this global when it needs a worker. The worker files are next to this script.
Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(new URL(files[label] ?? 'editor.worker.js', import.meta.url), { type: 'module' }),
  },
})
