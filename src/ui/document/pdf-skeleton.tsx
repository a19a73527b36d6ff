const lines = ['w-2/5', 'w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-10/12', 'w-full', 'w-3/5'];

/** Words to come, on a page that is white, or a little darker in the dark. */
export function BlankLines() {
  return (
    // Moved as one: each that moves by itself is computed anew in every frame.
    <div aria-hidden className="absolute inset-x-[12%] top-[8%] animate-pulse-soft space-y-[3%]">
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
        <div key={index} className={`h-3 rounded-md bg-[#0000000f] ${width}`} />
      ))}
    </div>
  );
}

export function PdfSkeleton({ label }: { label?: string }) {
  return (
    <div role={label === undefined ? undefined : 'status'} className="flex h-full min-h-0 flex-col">
      {label === undefined ? null : <span className="sr-only">{label}</span>}
      <div className="h-10.25 shrink-0 border-b border-line" />
      <div className="min-h-0 grow overflow-hidden bg-sunken">
        <div className="relative aspect-[1/1.414] bg-[white] dark:brightness-90">
          <BlankLines />
        </div>
      </div>
    </div>
  );
}
