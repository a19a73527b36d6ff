import { useEffect, useEffectEvent, useRef } from 'react';

const particles = 250;
const lengthMs = 5000;
const colours = ['#e5b04a', '#c2553d', '#5a8f5c', '#4a7fb0', '#8d6bb0'];

type Particle = { x: number; y: number; dx: number; dy: number; size: number; turn: number; colour: string };

/** Falls over the window for five seconds, behind controls and hidden from screen readers; nothing with reduced motion. */
export function Confetti({ onDone }: { onDone: () => void }) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const done = useEffectEvent(onDone);
  useEffect(() => {
    const canvas = canvasRef.current;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => done(), still ? 0 : lengthMs);
    const stop = still || canvas === null ? null : fall(canvas);
    return () => {
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  return (
    <canvas ref={canvasRef} aria-hidden data-testid="confetti" className="pointer-events-none fixed inset-0 z-50 size-full" />
  );
}

function fall(canvas: HTMLCanvasElement): () => void {
  const context = canvas.getContext('2d');
  const { innerWidth: width, innerHeight: height } = window;
  canvas.width = width;
  canvas.height = height;
  const all = Array.from({ length: particles }, (_, index) => launch(width, height, index));
  const began = performance.now();
  let last = began;
  let frame = requestAnimationFrame(function draw(now) {
    const seconds = Math.min(0.05, (now - last) / 1000);
    last = now;
    context?.clearRect(0, 0, width, height);
    if (context) context.globalAlpha = Math.max(0, Math.min(1, (lengthMs - (now - began)) / 800));
    for (const one of all) {
      one.dy += 500 * seconds;
      one.x += one.dx * seconds;
      one.y += Math.min(one.dy, 320) * seconds;
      one.turn += seconds * 6;
      if (!context) continue;
      context.fillStyle = one.colour;
      context.fillRect(one.x, one.y, one.size, one.size * Math.abs(Math.cos(one.turn)) + 1);
    }
    frame = requestAnimationFrame(draw);
  });
  return () => cancelAnimationFrame(frame);
}

/** Particles fly from both lower corners, upwards and to the middle. */
function launch(width: number, height: number, index: number): Particle {
  const left = index % 2 === 0;
  const speed = width * (0.1 + Math.random() * 0.5);
  return {
    x: left ? 0 : width,
    y: height * (0.5 + Math.random() * 0.5),
    dx: left ? speed : -speed,
    dy: -height * (0.6 + Math.random() * 0.6),
    size: 6 + Math.random() * 6,
    turn: Math.random() * Math.PI,
    colour: colours[index % colours.length] ?? '',
  };
}
