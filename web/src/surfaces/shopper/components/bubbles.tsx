import { useMemo } from 'react';
import { site } from '@/shared/site/boot';
import { useBubblesChoice } from '../model/bubbles-choice';
import styles from './bubbles.module.css';

type Bubble = { size: number; left: number; delay: number; duration: number };

function blow(count: number): Bubble[] {
  return Array.from({ length: count }, (_, index) => ({
    size: 5 + Math.random() * 95,
    // At the edges only, so that text never has a bubble behind it.
    left: index % 2 === 0 ? Math.random() * 9 - 4 : 95 + Math.random() * 7,
    delay: -Math.random() * 40 - index,
    duration: 26 + Math.random() * 24,
  }));
}

/** Decorative bubbles behind the content: few, slow, and hidden with reduced motion. */
export function Bubbles() {
  const { number } = site().bubbles;
  const [wanted] = useBubblesChoice();
  const count = wanted ? Math.min(20, Math.max(1, number)) : 0;
  const bubbles = useMemo(() => blow(count), [count]);
  if (count === 0) return null;
  return (
    <div className={styles.sea} aria-hidden="true">
      {bubbles.map((bubble) => (
        <span
          key={bubble.delay}
          className={styles.bubble}
          style={{
            width: bubble.size,
            height: bubble.size,
            left: `${bubble.left}%`,
            animationDelay: `${bubble.delay}s`,
            animationDuration: `${bubble.duration}s`,
          }}
        />
      ))}
    </div>
  );
}
