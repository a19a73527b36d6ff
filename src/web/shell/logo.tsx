export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" className="fill-accent" />
      <g fill="none" className="stroke-on-accent" strokeWidth="2.2" strokeLinecap="round">
        <path d="M16 27V11" />
        <path d="M16 12c-2.6-1.6-3-4.4 0-7.5 3 3.1 2.6 5.9 0 7.500Z" />
        <path d="M16 18.500c-4.2.2-6.3-1.7-6.5-5.5 4 .2 6.3 1.9 6.5 5.500ZM16 18.500c4.2.2 6.3-1.7 6.5-5.5-4 .2-6.3 1.9-6.5 5.500Z" />
        <path d="M16 25c-4.2.2-6.3-1.7-6.5-5.5 4 .2 6.3 1.9 6.5 5.500ZM16 25c4.2.2 6.3-1.7 6.5-5.5-4 .2-6.3 1.9-6.5 5.500Z" />
      </g>
    </svg>
  );
}
