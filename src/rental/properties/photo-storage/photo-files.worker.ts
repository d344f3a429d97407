import { worker } from '../../../context.ts'
import { sweepFolder } from '../../../platform/blobs/sweep-folder.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import { listExistingPhotosUnscoped, listUnmeasuredUnscoped } from '../photos/photos.ts'
import { measurePhoto } from './measure-photo.ts'
import { deletePhotoFiles, photosFolder } from './photo-file.ts'

const batchSize = 1_000

export const photoWorkers = [
  worker({
    name: 'delete-photo-files',
    async work({ blobs }, { data: { uid } }: Task<{ uid: string }>) {
      await deletePhotoFiles(blobs, uid)
    },
  }),
  worker({
    name: 'sweep-photo-files',
    schedule: '37 3 * * *',
    async work({ db, blobs, clock, log }) {
      const listExisting = (uids: string[]) => listExistingPhotosUnscoped({ db }, uids)
      const swept = await sweepFolder(blobs, photosFolder, clock.now(), listExisting)
      log.info({ swept }, 'deleted files of photos that no longer exist')
    },
  }),
  worker({
    name: 'measure-photo-files',
    schedule: '23 * * * *',
    async work(ctx, { signal }) {
      for (const photo of await listUnmeasuredUnscoped(ctx, batchSize)) {
        signal.throwIfAborted()
        await measurePhoto(ctx, photo)
      }
    },
  }),
]
