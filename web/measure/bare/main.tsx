import AppBar from '@mui/material/AppBar';
import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import CssBaseline from '@mui/material/CssBaseline';
import { createTheme, ThemeProvider } from '@mui/material/styles';
import Toolbar from '@mui/material/Toolbar';
import Typography from '@mui/material/Typography';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <ThemeProvider theme={createTheme()}>
      <CssBaseline />
      <AppBar position="static">
        <Toolbar>Bare</Toolbar>
      </AppBar>
      <Container component="main">
        <Typography variant="h1">A clean car by the next song.</Typography>
        <Typography>Buy here, roll in, show your code.</Typography>
        <Button variant="contained">Sign up</Button>
        <Button variant="outlined">Log in</Button>
      </Container>
    </ThemeProvider>,
  );
}
