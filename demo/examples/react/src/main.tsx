import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './shop.css';

createRoot(document.querySelector('#app')!).render(<App />);
