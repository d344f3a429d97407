import { worker } from '../../../context.ts'
import type { Task } from '../../../platform/worker.ts'
import { deletePhotoFiles } from './photo-file.ts'

export const photoWorkers = [
  worker({
    name: 'delete-photo-files',
    async work({ blobs }, { data: { uid } }: Task<{ uid: string }>) {
      await deletePhotoFiles(blobs, uid)
    },
  }),
]
