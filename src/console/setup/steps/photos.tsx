/** Step with photos: the section of the editor. Uploads go on during the next steps. */
import { Suspense } from 'react'
import type { Property } from '../../properties/property.query.ts'
import { lazyComponent } from '../../routing/lazy.ts'
import { StepFrame, type StepProps } from './step-frame.tsx'

const PropertyPhotos = lazyComponent(
  async () => (await import('../../properties/photos/photos.tsx')).Photos,
)

export function Photos({ property, next }: StepProps & { property: Property }) {
  return (
    <StepFrame step="photos" next={next} submit={next}>
      <Suspense>
        <PropertyPhotos property={property} isCard={false} />
      </Suspense>
    </StepFrame>
  )
}
